// Light or dark, as chosen here before or as the system has it; and signing out.
(() => {
  const wanted = localStorage.getItem("longsuit-look");
  const dark = wanted ? wanted === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  document.documentElement.dataset.look = dark ? "dark" : "light";
  document.addEventListener("click", async (event) => {
    const button = event.target.closest("button");
    if (!button) return;
    if (button.id === "ls-look") {
      const next = document.documentElement.dataset.look === "dark" ? "light" : "dark";
      document.documentElement.dataset.look = next;
      localStorage.setItem("longsuit-look", next);
      if (window.Quasar) Quasar.Dark.set(next === "dark");
    }
    if (button.id === "ls-out") {
      await fetch("/api/sessions/current", { method: "DELETE" });
      sessionStorage.removeItem("longsuit-kept");
      location.href = "/";
    }
  });
})();
