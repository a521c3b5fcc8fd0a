import { type ComponentType, type ReactNode, use } from 'react'
import type { Beginning } from '#web/session/beginning.ts'

/** A module of `web/pages/` with a page or a layout. `waiting`: shown instead of the page while the session loads.
 *  `prefetch` gets what it shows first, for a document that has it. */
export interface PartModule {
  default: ComponentType<{ waiting?: ReactNode }>
  waiting?: ReactNode
  prefetch?: (beginning: Beginning) => Promise<unknown>
}

const folder = '../pages/'
const design = import.meta.env.DEV ? import.meta.glob<PartModule>('../pages/design/DesignPage.tsx') : {}
const files = {
  ...import.meta.glob<PartModule>(['../pages/*Layout.tsx', '../pages/*/*{Layout,Page}.tsx', '!../pages/design/*']),
  ...design,
}
type Part = Promise<PartModule> & { status?: 'fulfilled'; value?: PartModule }
const parts = new Map<string, Part>()

let isStarted = false

/** Loads a page or layout by its path in `web/pages/`, once. */
export function loadPart(file: string): Promise<PartModule> {
  const known = parts.get(file)
  if (known) return known
  const part: Part = importPart(file).catch(reloadDocument)
  parts.set(file, part)
  // `use` reads both, and does not suspend for a part that is there already.
  part.then((value) => Object.assign(part, { status: 'fulfilled', value })).catch(() => undefined)
  return part
}

/** Returns a page or layout. Suspends until it has loaded; a failure is thrown to the error boundary. */
export function usePart(file: string): PartModule {
  return use(loadPart(file))
}

/** Tells that the parts of the document's own page are there, or have failed. A part that fails afterwards loads the
 *  document again, because a newer version of the site may have replaced the part. */
export function markStarted(): void {
  isStarted = true
}

async function importPart(file: string): Promise<PartModule> {
  const load = files[folder + file]
  if (!load) throw new Error(`There is no web/pages/${file}`)
  return load()
}

function reloadDocument(error: unknown): Promise<never> {
  if (!isStarted) throw error
  location.reload()
  return new Promise(() => {})
}
