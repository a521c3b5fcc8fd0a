import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { importOf, importsOf, isRunning, type LocalFile } from '#web/api/patient-imports.ts'
import { usePerson } from '#web/session/use-person.ts'
import { LoadError } from '#web/ui/feedback/LoadError.tsx'
import { TableSkeleton } from '#web/ui/table/CardTable.tsx'
import { Checked } from './Checked.tsx'
import { ChooseFile } from './ChooseFile.tsx'
import { Columns } from './Columns.tsx'
import { Ended } from './Ended.tsx'
import { Export } from './Export.tsx'
import { PastImports } from './PastImports.tsx'
import { Running } from './Running.tsx'
import type { StepProps } from './step-props.ts'

/** Imports patients and appointments from files of another system, step by step. A reload continues with the import
 *  that is not finished. */
export default function ImportPage() {
  const { email: admin } = usePerson()
  const client = useQueryClient()
  const heading = useRef<HTMLHeadingElement>(null)
  const list = useQuery(importsOf(admin))
  // Null: a new file, whatever is unfinished.
  const [chosen, setChosen] = useState<string | null>()
  const [uploaded, setUploaded] = useState<{ id: string; local: LocalFile }>()
  const unfinished = list.data?.find(({ state }) => isRunning(state) || state === 'uploaded' || state === 'checked')
  const id = chosen === undefined ? unfinished?._id : (chosen ?? undefined)
  const show = (next: string | null, local?: LocalFile) => {
    setChosen(next)
    if (next && local) setUploaded({ id: next, local })
    // Only the list: an import that was discarded is no longer there.
    void client.invalidateQueries({ queryKey: importsOf(admin).queryKey, exact: true })
    heading.current?.focus()
  }
  return (
    <>
      <h1 ref={heading} tabIndex={-1} className="page-title">
        Import patients
      </h1>
      <p className="mt-2 max-w-text text-quiet">
        Bring patients and their future appointments from your old system. You see every problem before anything is
        saved, and nobody is sent anything unless you ask for it.
      </p>
      <div className="mt-6 grid gap-10">
        {list.isPending && <TableSkeleton label="Loading the imports" rows={2} lines={3} />}
        <LoadError what="The imports" query={list} />
        {list.data &&
          (id ? (
            <Import admin={admin} id={id} onShow={show} local={uploaded?.id === id ? uploaded.local : undefined} />
          ) : (
            <ChooseFile admin={admin} onRead={show} />
          ))}
        {list.data && <PastImports imports={list.data} shown={id} onShow={show} />}
        {!list.isPending && <Export admin={admin} />}
      </div>
    </>
  )
}

function Import({ admin, id, onShow, local }: StepProps & { id: string }) {
  const client = useQueryClient()
  const query = useQuery(importOf(admin, id))
  const state = query.data?.state
  useEffect(() => {
    if (state && !isRunning(state)) void client.invalidateQueries({ queryKey: importsOf(admin).queryKey, exact: true })
  }, [state, admin, client])
  if (query.isPending) return <TableSkeleton label="Loading the import" rows={2} lines={3} />
  if (!query.data) return <LoadError what="The import" query={query} />
  const props = { admin, found: query.data, onShow, local }
  // A step of its own for each check, so that its fields begin with what the server has.
  if (state === 'uploaded') return <Columns key={id} {...props} />
  if (state === 'checked') return <Checked key={id} {...props} />
  return state && isRunning(state) ? <Running {...props} /> : <Ended {...props} />
}
