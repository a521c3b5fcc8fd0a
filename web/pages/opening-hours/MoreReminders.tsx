import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { ApiError } from '#web/api/http/errors.ts'
import { Sentence } from './Sentence.tsx'

/** The fields of the further reminders. An empty one is none. */
const moreNames = ['more0', 'more1', 'more2'] as const
type MoreName = (typeof moreNames)[number]
type MoreFields = Record<MoreName, string>

/** Returns the fields of further reminders. */
export const toMoreFields = ([more0 = '', more1 = '', more2 = '']: readonly (number | string)[]): MoreFields => ({
  ...{ more0: `${more0}`, more1: `${more1}`, more2: `${more2}` },
})

const filled = (fields: MoreFields) => moreNames.filter((name) => fields[name] !== '')

/** Returns the hours of the further reminders. */
export const toMoreHours = (fields: MoreFields): number[] => filled(fields).map((name) => Number(fields[name]))

/** Renames the errors about further reminders to those of their fields. */
export function toMoreErrors(error: unknown, fields: MoreFields): unknown {
  if (!(error instanceof ApiError) || !error.problem.errors) return error
  const errors = Object.entries(error.problem.errors).map(([name, message]) => {
    const [list, at] = name.split('.')
    return [list === 'moreReminderHours' ? (filled(fields)[Number(at ?? 0)] ?? 'more0') : name, message]
  })
  return new ApiError({ ...error.problem, errors: Object.fromEntries(errors) })
}

interface MoreRemindersProps {
  /** How many there are at first. */
  first: number
  field: (name: MoreName) => Omit<ComponentProps<typeof Sentence>, 'before' | 'unit'>
  getValues: (name: MoreName) => string
  setValue: (name: MoreName, value: string) => void
  clearErrors: (name: MoreName) => void
}

/** The further reminders of an appointment: sentences that can be added and removed. */
export function MoreReminders({ first, field, getValues, setValue, clearErrors }: MoreRemindersProps) {
  const [count, setCount] = useState(first)
  const list = useRef<HTMLDivElement>(null)
  const before = useRef(first)
  // A new field gets the focus. After a removal the pressed button is gone.
  useEffect(() => {
    const added = count > before.current ? list.current?.querySelectorAll('input')[count - 1] : undefined
    const next = added ?? list.current?.querySelector<HTMLElement>(':scope > button')
    if (count !== before.current) next?.focus()
    before.current = count
  }, [count])

  function remove(removed: number) {
    const values = moreNames.map((name) => getValues(name)).filter((_value, at) => at !== removed)
    for (const [at, name] of moreNames.entries()) {
      setValue(name, values[at] ?? '')
      clearErrors(name)
    }
    setCount(count - 1)
  }

  return (
    <div ref={list} className="grid justify-items-start gap-3">
      {moreNames.slice(0, count).map((name, at) => (
        <Sentence
          key={name}
          before="And again"
          unit="hours before."
          {...field(name)}
          action={
            <button
              type="button"
              className="btn btn-line"
              aria-label={`Remove reminder ${at + 2}`}
              onClick={() => remove(at)}
            >
              Remove
            </button>
          }
        />
      ))}
      {count < moreNames.length && (
        <button type="button" className="btn btn-line" onClick={() => setCount(count + 1)}>
          Add a reminder
        </button>
      )}
    </div>
  )
}
