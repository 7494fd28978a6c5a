// What somebody came out with over their rounds at a table.
export function tally(nets, advice = []) {
  const all = Object.values(nets);
  const mistakes = advice.filter((one) => one.cost > 0);
  return {
    rounds: all.length,
    net: all.reduce((sum, net) => sum + net, 0),
    best: Math.max(0, ...all),
    judged: advice.length,
    mistakes: mistakes.length,
    cost: mistakes.reduce((sum, one) => sum + one.cost, 0),
  };
}

const BIG = 5; // Times what was staked.

// How a result looks: lost, even, won, or a big win.
export function sizeOfWin(net, staked) {
  if (net <= 0) return net ? "lost" : "";
  return net >= BIG * staked ? "won big" : "won";
}
