// A score as a card to take away: a text for any printer or phone.
export function cardText(score, words) {
  const share = `${(100 * score.accuracy).toFixed(1)}%`;
  const lines = [
    words.cardTitle,
    "",
    `${words.bestDecisions}: ${share}, ${words.of(score.right, score.decisions)}, ${words.longest(score.longest)}`,
    `${words.given}: ${score.per_hundred.toFixed(2)} ${words.perHundred}`,
  ];
  if (score.leaks.length) lines.push("", words.leakTable);
  for (const { kind, wrong, decisions, cost, example } of score.leaks)
    lines.push(words.cardLeak(kind, words.of(wrong, decisions), cost.toFixed(4)), `  ${example}`);
  return `${lines.join("\n")}\n`;
}
