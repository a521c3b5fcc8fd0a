import { useQuery } from '@tanstack/react-query'
import Search from 'lucide-react/icons/search'
import Zap from 'lucide-react/icons/zap'
import { type ReactNode, useId, useRef } from 'react'
import { generatePath, useNavigate } from 'react-router'
import { can } from '#contract/access/access.ts'
import type { Role } from '#contract/access/roles.ts'
import type { PatientFound } from '#contract/patient/found.ts'
import { pages } from '#contract/site/pages.ts'
import { calendarOf } from '#web/api/calendar.ts'
import { messageFor } from '#web/api/http/errors.ts'
import { isShownAsInUs } from '#web/dates.ts'
import type { SessionRecord } from '#web/session/session-record.ts'
import { useClinicToday } from '#web/ui/appointment/chosen-day.ts'
import { Modal } from '#web/ui/dialog/Modal.tsx'
import { useCombobox } from '#web/ui/form/use-combobox.ts'
import { FoundPatient } from '#web/ui/patient/PatientCombobox.tsx'
import { PatientOption } from '#web/ui/patient/PatientOption.tsx'
import { useFoundPatients } from '#web/ui/patient/use-patient-search.ts'
import { iconAt } from '../icons.ts'
import { type Command, commandsFor } from './commands.ts'

interface PaletteProps {
  person: SessionRecord
  role: Role
  onClose: () => void
}

type Option = { key: string; to: string; shown: ReactNode }

/** Finds patients, days, pages and actions while a text is typed, and leads there. */
export function Palette({ person, role, onClose }: PaletteProps) {
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const navigate = useNavigate()
  const box = useCombobox({ staysOpen: true })
  const findsPatients = can({ ...person, role }, 'search-patients')
  const patients = useFoundPatients(person.email, box.typed, { enabled: findsPatients })
  const { first, last } = useCommands(box.typed, person, role)
  const options = [...first.map(toOption), ...patients.found.map(toPatientOption), ...last.map(toOption)]
  const active = box.activeOf(options.length)
  const isSettled = patients.isSettled || active < first.length
  const label = findsPatients ? 'Find a patient, a day or a page' : 'Find a page'

  function choose(index: number) {
    const option = options[index]
    if (!option) return
    dialog.current?.close()
    void navigate(option.to)
  }

  return (
    <Modal ref={dialog} labelledBy={`${id}-title`} describedBy={`${id}-hint`} onClose={onClose} className="items-start">
      <div className="modal-box mt-16 flex max-h-4/5 max-w-xl flex-col p-0">
        <h2 id={`${id}-title`} className="sr-only">
          Search
        </h2>
        <div className="relative shrink-0 border-base-300 border-b">
          <Search size={20} aria-hidden="true" className="absolute top-4 left-4 text-quiet" />
          <input
            data-autofocus
            role="combobox"
            aria-label={label}
            aria-expanded={options.length > 0}
            aria-controls={`${id}-list`}
            aria-autocomplete="list"
            {...(options.length > 0 && { 'aria-activedescendant': `${id}-${active}` })}
            placeholder={label}
            autoComplete="off"
            maxLength={100}
            enterKeyHint="go"
            className="h-13 w-full rounded-t-box bg-transparent pr-4 pl-12 placeholder:text-quiet focus:outline-none"
            value={box.typed}
            onChange={({ target }) => box.type(target.value)}
            onKeyDown={(event) => {
              // Escape closes the dialog.
              if (event.key === 'Escape') return
              box.pressKey(event, { count: options.length, isSettled, choose })
            }}
          />
        </div>
        <div id={`${id}-list`} role="listbox" aria-label="Found" className="min-h-0 overflow-y-auto p-2">
          {options.map(({ key, shown }, index) => (
            <PatientOption key={key} id={`${id}-${index}`} isActive={index === active} onChoose={() => choose(index)}>
              {shown}
            </PatientOption>
          ))}
        </div>
        <Note {...patients} typed={box.typed} isEmpty={options.length === 0} />
        <p id={`${id}-hint`} className="border-base-300 border-t px-4 py-2 text-quiet text-sm max-lg:hidden">
          Arrows move, Enter opens, Escape closes. Try “block Weber tomorrow” or “Dec 10”.
        </p>
      </div>
      <button type="button" tabIndex={-1} className="modal-backdrop" onClick={() => dialog.current?.close()}>
        <span className="sr-only">Close the search</span>
      </button>
    </Modal>
  )
}

function useCommands(typed: string, person: SessionRecord, role: Role) {
  const actor = { ...person, role }
  const today = useClinicToday()
  const { data } = useQuery({ ...calendarOf(person.email), enabled: can(actor, 'read-calendar') })
  return commandsFor(typed, { actor, today, isUs: isShownAsInUs(), doctors: data?.doctors ?? [] })
}

function toOption({ label, to, page }: Command): Option {
  const Icon = iconAt.get(page) ?? Zap
  const shown = (
    <p className="flex items-center gap-3">
      <Icon size={18} aria-hidden="true" className="shrink-0 text-quiet" />
      <bdi>{label}</bdi>
    </p>
  )
  return { key: label, to, shown }
}

function toPatientOption(patient: PatientFound): Option {
  const to = generatePath(pages.patient, { id: patient._id })
  return { key: patient._id, to, shown: <FoundPatient patient={patient} /> }
}

interface NoteProps {
  typed: string
  isEmpty: boolean
  isWaiting: boolean
  error: Error | null
}

/** Says what is going on, and that nothing was found. */
function Note({ typed, isEmpty, isWaiting, error }: NoteProps) {
  if (error)
    return (
      <p role="alert" className="px-4 pb-3 text-error text-sm">
        The patients could not be searched. {messageFor(error)}
      </p>
    )
  const isNothing = isEmpty && !isWaiting && typed.trim() !== ''
  return (
    <p role="status" className={`px-4 text-quiet text-sm ${isWaiting || isNothing ? 'pb-3' : ''}`}>
      {isWaiting ? 'Searching patients…' : isNothing ? `Nothing matches “${typed.trim()}”.` : ''}
    </p>
  )
}
