// Prepares a checkout for the npm script that is about to run. Only this file is read by a Node that is too old for the
// others, so it is plain JavaScript of 2019.
const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`setup: this needs Node 20.19 or newer, and this is ${process.versions.node}: install Node 24`)
  process.exit(1)
}
import('./setup/prepare.mjs')
