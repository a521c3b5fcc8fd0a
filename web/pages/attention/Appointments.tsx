import { useState } from 'react'
import type { AttentionItem } from '#contract/calendar/attention.ts'
import type { ResolutionInput } from '#contract/calendar/resolution.ts'
import { loadWhenIdle } from '#web/ui/feedback/load-later.ts'
import { AttentionList, isChoosable } from './AttentionList.tsx'
import { ChosenBar } from './ChosenBar.tsx'
import type { ManyAction } from './ManyDialog.tsx'

const useMany = loadWhenIdle(() => import('./ManyDialog.tsx'))

interface AppointmentsProps {
  items: AttentionItem[]
  onResolve: (item: AttentionItem, action: ResolutionInput['action']) => void
  /** Called with what was done to several appointments. */
  onDone: (done: string) => Promise<void>
  /** Called after the question about several was closed. */
  onClose: (isResolved: boolean) => void
}

/** The appointments that need attention, of which several can be chosen. */
export function Appointments({ items, onResolve, onDone, onClose }: AppointmentsProps) {
  const [chosenIds, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [problems, setProblems] = useState<ReadonlyMap<string, string>>(new Map())
  const [many, setMany] = useState<ManyAction>()
  const dialog = useMany(many !== undefined)
  const choosable = items.filter(isChoosable)
  const chosen = choosable.filter(({ _id }) => chosenIds.has(_id))

  async function finish(done: string, left: ReadonlyMap<string, string>) {
    setProblems(left)
    setChosen(new Set(left.keys()))
    await onDone(done)
  }

  function close(isResolved: boolean) {
    setMany(undefined)
    onClose(isResolved)
  }

  function choose(id: string, isChosen: boolean) {
    const ids = new Set(chosenIds)
    if (isChosen) ids.add(id)
    else ids.delete(id)
    setChosen(ids)
  }

  return (
    <>
      {choosable.length > 0 && (
        <ChosenBar
          count={chosen.length}
          total={choosable.length}
          onAll={(all) => setChosen(new Set(all ? choosable.map(({ _id }) => _id) : []))}
          onAction={setMany}
        />
      )}
      <AttentionList items={items} chosen={chosenIds} problems={problems} onChoose={choose} onResolve={onResolve} />
      {many && dialog && <dialog.ManyDialog action={many} items={chosen} onDone={finish} onClose={close} />}
    </>
  )
}
