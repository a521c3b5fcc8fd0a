// Characters as keyboards and alphabets have them in a row.
const rows = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  // English, German and French keyboards.
  ...['qwertyuiop', 'asdfghjkl', 'zxcvbnm'],
  ...['qwertzuiop', 'yxcvbnm'],
  ...['azertyuiop', 'qsdfghjklm', 'wxcvbn'],
]
const bothWays = rows.flatMap((row) => [row, [...row].reverse().join('')])

const shortestRun = 3
const longestPiece = 4

/** Tells whether a password is nothing but runs along an alphabet, digits or a keyboard, and characters repeated, with
 *  one other character at most; or a short piece again and again. */
export function isTrivial(password: string): boolean {
  const text = password.toLowerCase()
  const pieceLength = repeatedLength(text)
  return pieceLength <= Math.min(longestPiece, text.length / 2) || outsideRuns(text) <= 1
}

/** Returns the length of the shortest piece whose repetition a text is; the last one may be cut off. */
function repeatedLength(text: string): number {
  let length = 1
  while (length < text.length && !text.startsWith(text.slice(length))) length += 1
  return length
}

/** Returns how many characters of a text are in no run, if it is divided into runs as well as can be. */
function outsideRuns(text: string): number {
  // The fewest such characters of the text up to each position.
  const fewest = [0]
  for (let end = 1; end <= text.length; end += 1) {
    let least = (fewest[end - 1] ?? 0) + 1
    for (let start = end - shortestRun; start >= 0 && isRun(text.slice(start, end)); start -= 1)
      least = Math.min(least, fewest[start] ?? 0)
    fewest.push(least)
  }
  return fewest[text.length] ?? 0
}

function isRun(piece: string): boolean {
  return repeatedLength(piece) === 1 || bothWays.some((row) => row.includes(piece))
}
