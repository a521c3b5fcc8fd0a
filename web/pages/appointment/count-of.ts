/** '1 space available', '16 spaces available'. */
export function spacesAvailable(count: number): string {
  return `${count} ${count === 1 ? 'space' : 'spaces'} available`
}
