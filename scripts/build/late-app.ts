import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pages } from '#contract/site/pages.ts'

/** Pages that are worth a look before the app is there. */
const shown = [pages.login, pages.signup, pages.forgotPassword, pages.appointment]

/** Scripts that are evaluated before the page's, each in a task of its own, by the names of their groups in vite.config.ts. */
const parts = ['base', 'app', 'members', 'form']

// The app's parts wait under types that browsers pass over; React finds the same elements when it takes over. A script that can't be fetched is
// left to the app's own, which asks again.
const startOf = (scripts: string[]) => `
requestAnimationFrame(() => setTimeout(async () => {
  const pause = () => new Promise((done) => setTimeout(done))
  const preload = async () => {
    for (const link of document.querySelectorAll('link[rel=later]')) {
      link.rel = 'modulepreload'
      await pause()
    }
  }
  preload()
  for (const script of ${JSON.stringify(scripts)}) await import(script).catch(() => {}).then(pause)
  const app = document.createElement('script')
  app.type = 'module'
  app.textContent = document.querySelector('script[type=later]').textContent
  document.body.append(app)
}))
`

/** Has the pages in `folder` that show something without the app painted before it is fetched, so that it doesn't compete with their style
 *  sheet and font. @throws when a page is not as React Router builds it. */
export async function loadAppAfterPaint(folder: string): Promise<void> {
  for (const path of shown) {
    const file = join(folder, path, 'index.html')
    const html = await readFile(file, 'utf8')
    const scripts = [...html.matchAll(/<link rel="modulepreload" href="(\/assets\/(\w+)-[^"]+)"/g)]
    const early = parts.flatMap((part) => scripts.flatMap(([, href = '', name]) => (name === part ? [href] : [])))
    const late = html
      .replaceAll('<link rel="modulepreload"', '<link rel="later"')
      .replace('<script type="module" async="">', '<script type="later">')
      .replace('</body>', () => `<script>${startOf(early)}</script></body>`)
    if (late.includes('modulepreload"') || !late.includes('<script type="later">import ')) {
      throw new Error(`${file} starts the app in another way than expected`)
    }
    await writeFile(file, late)
  }
}
