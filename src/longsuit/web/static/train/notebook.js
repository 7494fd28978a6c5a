// Decisions of earlier visits, a line each as the school writes them, in this browser alone.
const NAME = "longsuit-decisions";
const MOST = 500;

export function keptDecisions() {
  try {
    const found = JSON.parse(localStorage.getItem(NAME));
    return Array.isArray(found) ? found : [];
  } catch {
    return [];
  }
}

export const keepDecision = (line) =>
  localStorage.setItem(NAME, JSON.stringify([...keptDecisions(), line].slice(-MOST)));
