// Light or dark, as chosen here before or as the system has it now; and signing out.
(() => {
  const key = "longsuit-look";
  const system = matchMedia("(prefers-color-scheme: dark)");
  const look = (name) => {
    document.documentElement.dataset.look = name;
    if (window.Quasar) Quasar.Dark.set(name === "dark");
  };
  const show = () => look(localStorage.getItem(key) || (system.matches ? "dark" : "light"));
  show();
  system.addEventListener("change", show);
  addEventListener("storage", show); // Chosen in another tab.
  document.addEventListener("click", async (event) => {
    const button = event.target.closest("button");
    if (!button) return;
    if (button.id === "ls-look") {
      localStorage.setItem(key, document.documentElement.dataset.look === "dark" ? "light" : "dark");
      show();
    }
    if (button.id === "ls-out") {
      await fetch("/api/sessions/current", { method: "DELETE" });
      sessionStorage.removeItem("longsuit-kept");
      location.href = "/";
    }
  });
})();
