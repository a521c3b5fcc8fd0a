import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useState } from 'react'
import type { PatientFound } from '#contract/patient/found.ts'
import { patientsBy } from '#web/api/desk/new-appointment.ts'

/** Says how many patients were found. */
export function countInWords(count: number): string {
  if (count === 0) return 'Nobody found'
  return count === 1 ? '1 patient found' : `${count} patients found`
}

const debounceMs = 300
const minLength = 2

interface Choices {
  onChoose: (patient: PatientFound) => void
  /** Called with the text that was typed. Without it there is no option to add somebody. */
  onAdd?: (typed: string) => void
  /** A patient who is not offered. */
  exceptId?: string | undefined
  /** Those who have died are found, too. */
  died?: boolean
}

/** The state of a combobox that finds patients. The option after the last patient adds a new one, if that is possible.
 *  The arrows move, Enter chooses, Escape closes the list, as in the ARIA Authoring Practices. */
export function usePatientSearch(admin: string, { onChoose, onAdd, exceptId, died = false }: Choices) {
  const [typed, setTyped] = useState('')
  const [isOpen, setOpen] = useState(false)
  const [at, setAt] = useState(0)
  const search = useDebounced(typed.trim())
  const isSearching = search.length >= minLength
  const patients = useQuery({ ...patientsBy(admin, search, { died }), enabled: isSearching })
  const found = ((isSearching && patients.data) || []).filter(({ _id }) => _id !== exceptId)
  const options = found.length + (onAdd ? 1 : 0)
  const active = Math.min(at, Math.max(0, options - 1))
  const isSettled = typed.trim() === search && !patients.isFetching

  function choose(index: number) {
    const patient = found[index]
    if (patient) onChoose(patient)
    else onAdd?.(typed.trim())
  }

  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      if (isOpen && options > 0) setAt((active + step + options) % options)
      setOpen(true)
    } else if (event.key === 'Enter') {
      // Never submits the form, because the patient is not chosen yet.
      event.preventDefault()
      if (!isOpen) setOpen(true)
      else if (isSettled) choose(active)
    } else if (event.key === 'Escape' && isOpen) {
      event.preventDefault()
      setOpen(false)
    }
  }

  return {
    ...{ typed, isOpen, active, found, choose, onKeyDown },
    /** A search is on its way or about to be sent. */
    isWaiting: typed.trim().length >= minLength && !(isSettled && (patients.data !== undefined || patients.isError)),
    /** The number of patients found; undefined before that is known. */
    count: isOpen && isSearching && isSettled && patients.data ? found.length : undefined,
    error: isSearching ? patients.error : null,
    type: (text: string) => {
      setTyped(text)
      setAt(0)
      setOpen(text.trim() !== '')
    },
    open: () => setOpen(true),
    close: () => setOpen(false),
  }
}

function useDebounced(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const pause = setTimeout(setSettled, debounceMs, text)
    return () => clearTimeout(pause)
  }, [text])
  return settled
}
