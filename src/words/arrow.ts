/** For people who read no terminal, an arrow is one sign, within which no line ends. */
export const withArrow = (text: string): string => text.replaceAll(' -> ', ' → ')
