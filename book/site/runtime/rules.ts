// What Python decides about all games (`tools.live`): the levels of the opponent, each with the
// probability that it makes a mistake if it can, and the sentences that do not depend on the rules.

declare const PLAY: { levels: Record<string, number>; messages: Record<string, string> };

export type Level = "beginner" | "good" | "perfect";
export const MISTAKES = PLAY.levels as Record<Level, number>;
export const LEVELS = Object.keys(MISTAKES) as Level[];

// Returns a sentence, with the given texts in place of the names in braces.
export function message(name: string, texts: Record<string, string> = {}): string {
  return PLAY.messages[name]!.replace(/{(\w+)}/g, (_, key: string) => texts[key]!);
}

// Chooses between replies, the best of which comes first, followed by the mistakes.
export function choose<Reply>([best, ...mistakes]: Reply[], level: Level): Reply {
  const errs = mistakes.length > 0 && Math.random() < MISTAKES[level];
  return errs ? mistakes[Math.floor(Math.random() * mistakes.length)]! : best!;
}
