import Search from 'lucide-react/icons/search'
import { useRef } from 'react'
import { generatePath, useNavigate } from 'react-router'
import type { PatientFound } from '#contract/patient/found.ts'
import { pages } from '#contract/site/pages.ts'
import { usePerson } from '#web/session/use-person.ts'
import { useKeys } from '../form/use-keys.ts'
import { PatientCombobox } from './PatientCombobox.tsx'

/** Finds a patient from any page of the dashboard and opens their record. The key / leads here, Escape away. */
export function PatientSearch() {
  const { email } = usePerson()
  const field = useRef<HTMLInputElement>(null)
  const navigate = useNavigate()
  useKeys({ '/': () => field.current?.focus() })

  function open({ _id: id }: PatientFound) {
    field.current?.blur()
    void navigate(generatePath(pages.patient, { id }))
  }

  return (
    <search className="relative block max-w-xl">
      <Search
        size={20}
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 left-4 z-10 -translate-y-1/2 text-quiet"
      />
      <PatientCombobox admin={email} field={field} label="Find a patient" onChoose={open} className="pr-11 pl-11" />
      <span
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 right-3 -translate-y-1/2 rounded-md border border-base-300 px-2 text-quiet text-sm max-lg:hidden"
      >
        /
      </span>
    </search>
  )
}
