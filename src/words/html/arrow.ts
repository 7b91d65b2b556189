/** On a page, the arrow of the terminal is one sign, so no line ends within it. */
export const withArrows = (text: string): string[] => [text.replaceAll(' -> ', ' → ')]
