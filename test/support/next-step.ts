/** Verbs that a next step begins with. A hint with none of them does not tell its reader what to do. */
const VERBS = new Set(
  [
    'add allow apply ask change check choose commit copy create delete describe draw edit end export fetch fix format free give go',
    'install keep leave let list look lower make mark mend merge move name open pass plan promote pull push put quote raise read reduce',
    'remove rename report restore review run save say select send set show sign take tell try unset update upgrade use',
    'wait widen work write',
  ].flatMap((line) => line.split(' ')),
)

/** Whether a hint says what to do next: by a sentence that begins with a verb, a command, or a suggested word. */
export function isNextStep(hint: string): boolean {
  if (/did you mean "/i.test(hint) || /`?\b(boardwright|git|npm|iconv) [a-z-]+/.test(hint)) return true
  const sentences = hint.split(/(?:[.;:?!,]| or| and| then)\s+/i)
  return sentences.some((sentence) => {
    const [first = '', second = ''] = sentence.trim().toLowerCase().split(/\s+/)
    return VERBS.has(first === 'please' ? second : first)
  })
}
