/** Saves a file as a download. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file)
  Object.assign(document.createElement('a'), { href: url, download: name }).click()
  // The browser has opened the file by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
