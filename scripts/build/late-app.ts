import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pages } from '#contract/site/pages.ts'

/** Pages that are worth a look before the app is there. */
const shown = [pages.login, pages.signup, pages.forgotPassword, pages.appointment]

// Its parts wait under types that browsers pass over; React finds the same elements when it takes over.
const start = `requestAnimationFrame(()=>setTimeout(()=>{for(const link of document.querySelectorAll('link[rel=later]'))link.rel='modulepreload';const app=document.createElement('script');app.type='module';app.textContent=document.querySelector('script[type=later]').textContent;document.body.append(app)}))`

/** Has the pages in `folder` that show something without the app painted before it is fetched, so that it doesn't compete with their style
 *  sheet and font. @throws when a page is not as React Router builds it. */
export async function loadAppAfterPaint(folder: string): Promise<void> {
  for (const path of shown) {
    const file = join(folder, path, 'index.html')
    const html = await readFile(file, 'utf8')
    const late = html
      .replaceAll('<link rel="modulepreload"', '<link rel="later"')
      .replace('<script type="module" async="">', '<script type="later">')
      .replace('</body>', () => `<script>${start}</script></body>`)
    if (late.includes('modulepreload"') || !late.includes('<script type="later">import ')) {
      throw new Error(`${file} starts the app in another way than expected`)
    }
    await writeFile(file, late)
  }
}
