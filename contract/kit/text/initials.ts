/** Returns the first letters of a name's first and last word, without a title such as 'Dr.'. */
export function initials(name: string): string {
  const words = name
    .trim()
    .split(/\s+/)
    .filter((word, at, all) => all.length === 1 || at > 0 || !/^(dr|prof)\.?$/i.test(word))
  return [words.at(0), words.length > 1 ? words.at(-1) : undefined]
    .map((word) => [...(word ?? '')].at(0) ?? '')
    .join('')
    .toUpperCase()
}
