// Actions of a seat. What each is called is told by the table's fixed part.
import { dollars } from "../shared/money.js";

// One key a decision, told on its button.
export const actionKey = (action) => ({ check: "c", fold: "f" })[action] || action.match(/(\d)x$/)?.[1] || "r";

// An action as a note tells of it: a bet of several Antes by them, another by its amount.
export const betWords = ({ action, amount }, names) =>
  names[action] + (amount && !/_\d+x$/.test(action) ? ` ${dollars(amount)}` : "");

// A bet whose size is the player's: from its least in steps, and its most, which may lie between two steps.
export const sized = (action) => action.most > action.least;
export const lastStep = (action) => Math.ceil((action.most - action.least) / action.step);
export const sizeAt = (action, at) => Math.min(action.least + at * action.step, action.most);

// Whether a choice was among the actions that a seat had.
export const isOpen = (actions, { action, amount = 0 }) =>
  actions.some((one) => one.name === action && one.least <= amount && amount <= one.most);
