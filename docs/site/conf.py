"""How Sphinx makes the site; `tools/website.py` lays out the pages and calls it."""

from longsuit.version import __version__

project = "Longsuit"
author = "The Longsuit maintainers"
copyright = "The Longsuit maintainers. MIT licence"  # noqa: A001
version = release = __version__

extensions = ["myst_parser", "sphinx.ext.autodoc"]
myst_enable_extensions = ["colon_fence", "attrs_block"]
myst_heading_anchors = 4
# Indented blocks are drawings, commands and answers in one; none has a language.
highlight_language = "none"
default_role = "code"

autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_typehints_format = "short"
autodoc_preserve_defaults = True
autodoc_class_signature = "mixed"
python_use_unqualified_type_names = True
python_maximum_signature_line_length = 90
add_module_names = False

html_theme = "furo"
html_title = "Longsuit"
html_favicon = "site/icon.svg"
html_static_path = ["site/site.css"]
html_css_files = ["site.css"]
html_show_sphinx = False
html_copy_source = False
html_theme_options = {
    "sidebar_hide_name": False,
    "light_css_variables": {
        "color-brand-primary": "#0b5d43",
        "color-brand-content": "#0b5d43",
        "font-stack": "system-ui, sans-serif",
    },
    "dark_css_variables": {
        "color-brand-primary": "#6fd0a8",
        "color-brand-content": "#6fd0a8",
    },
}
