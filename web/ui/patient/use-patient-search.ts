import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useState } from 'react'
import type { PatientFound } from '#contract/patient/found.ts'
import { patientsBy } from '#web/api/desk/new-appointment.ts'
import { useCombobox } from '../form/use-combobox.ts'

/** Says how many patients were found. */
export function countInWords(count: number): string {
  if (count === 0) return 'Nobody found'
  return count === 1 ? '1 patient found' : `${count} patients found`
}

const debounceMs = 300
const minLength = 2

interface Search {
  /** A patient who is not offered. */
  exceptId?: string | undefined
  /** Those who have died are found, too. */
  died?: boolean
  /** With false nobody is searched for. */
  enabled?: boolean
}

/** Finds patients while a text is typed. */
export function useFoundPatients(admin: string, typed: string, { exceptId, died = false, enabled = true }: Search) {
  const search = useDebounced(typed.trim())
  const isSearching = enabled && search.length >= minLength
  const patients = useQuery({ ...patientsBy(admin, search, { died }), enabled: isSearching })
  const isSettled = !enabled || (typed.trim() === search && !patients.isFetching)
  const isAnswered = isSettled && (patients.data !== undefined || patients.isError)
  return {
    found: ((isSearching && patients.data) || []).filter(({ _id }) => _id !== exceptId),
    /** The patients are those of what is typed. */
    isSettled,
    /** A search is on its way or about to be sent. */
    isWaiting: enabled && typed.trim().length >= minLength && !isAnswered,
    /** Whether the number of patients is known. */
    isCounted: isSearching && isSettled && patients.data !== undefined,
    error: isSearching ? patients.error : null,
  }
}

interface Choices extends Search {
  onChoose: (patient: PatientFound) => void
  /** Called with the text that was typed. Without it there is no option to add somebody. */
  onAdd?: (typed: string) => void
}

/** The state of a combobox that finds patients. The option after the last patient adds a new one, if that is
 *  possible. */
export function usePatientSearch(admin: string, { onChoose, onAdd, ...search }: Choices) {
  const box = useCombobox()
  const { typed, isOpen } = box
  const patients = useFoundPatients(admin, typed, search)
  const { found, isSettled } = patients
  const count = found.length + (onAdd ? 1 : 0)

  function choose(index: number) {
    const patient = found[index]
    if (patient) onChoose(patient)
    else onAdd?.(typed.trim())
  }

  return {
    ...{ typed, isOpen, found, choose, type: box.type, open: box.open, close: box.close },
    active: box.activeOf(count),
    onKeyDown: (event: KeyboardEvent) => box.pressKey(event, { count, isSettled, choose }),
    isWaiting: patients.isWaiting,
    /** The number of patients found; undefined before that is known. */
    count: isOpen && patients.isCounted ? found.length : undefined,
    error: patients.error,
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
