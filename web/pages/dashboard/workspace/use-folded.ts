import { useState } from 'react'
import { z } from 'zod/mini'
import type { MenuGroup } from '#contract/site/staff-menu.ts'
import { attempt } from '#web/attempt.ts'

const groupsKey = 'foldedGroups'
const groups = z.array(z.enum(['desk', 'money', 'clinic', 'mine']))

/** Returns the groups of the menu that are folded in this browser, and a function that folds or unfolds one. */
export function useFoldedGroups(): [readonly MenuGroup[], (group: MenuGroup, isFolded: boolean) => void] {
  const [folded, setFolded] = useState<readonly MenuGroup[]>(readGroups)
  return [
    folded,
    (group, isFolded) => {
      const others = folded.filter((each) => each !== group)
      const next = isFolded ? [...others, group] : others
      setFolded(next)
      attempt(() => localStorage.setItem(groupsKey, JSON.stringify(next)))
    },
  ]
}

function readGroups(): MenuGroup[] {
  const read = groups.safeParse(attempt(() => JSON.parse(localStorage.getItem(groupsKey) ?? '[]')))
  return read.success ? read.data : []
}

/** Below this width the rail is folded unless the person has unfolded it (workspace.css). */
const narrow = '(width < 80rem)'

/** Returns whether the rail is folded to icons, and a function that folds or unfolds it in this browser, which
 *  web/app/head/early.ts reads before the page is shown. */
export function useFoldedRail(): [boolean, (isFolded: boolean) => void] {
  const root = document.documentElement
  const [isFolded, setFolded] = useState(() =>
    root.dataset.rail ? root.dataset.rail === 'folded' : matchMedia(narrow).matches,
  )
  return [
    isFolded,
    (next) => {
      setFolded(next)
      root.dataset.rail = next ? 'folded' : 'open'
      attempt(() => localStorage.setItem('rail', next ? 'folded' : 'open'))
    },
  ]
}
