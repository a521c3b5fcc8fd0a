import type { IsoDate } from '#contract/kit/time/clinic-date.ts'
import { formatTime } from '#web/dates.ts'
import { lastBookableDay, useClinicToday } from '../appointment/chosen-day.ts'
import { Fact } from '../appointment/Fact.tsx'
import { Weekdays } from '../calendar/Weekdays.tsx'
import { Choice } from '../form/Choice.tsx'
import { Field } from '../form/Field.tsx'
import type { useServerForm } from '../form/use-server-form.ts'
import type { TypedWish } from './wish.ts'

type FieldOf = ReturnType<typeof useServerForm<TypedWish>>['field']

interface WishFieldsProps {
  field: (name: keyof TypedWish) => Omit<ReturnType<FieldOf>, 'name'> & { name: string }
  dentists: readonly { _id: string; name: string }[]
  /** The last day that can be chosen, the clinic's horizon by default. */
  max?: IsoDate
}

const hours = Array.from({ length: 17 }, (_, at) => 360 + at * 60)
const fromTimes = [['0', 'Any time'], ...hours.map((at) => [String(at), formatTime(at)] as const)] as const
const untilTimes = [['1440', 'Any time'], ...hours.slice(1).map((at) => [String(at), formatTime(at)] as const)] as const

/** Which earlier times suit somebody: the dentist, weekdays, hours, and until when. */
export function WishFields({ field, dentists, max }: WishFieldsProps) {
  const today = useClinicToday()
  const anybody = ['', 'Any dentist'] as const
  const [only] = dentists
  return (
    <>
      {only && dentists.length === 1 && (
        <dl>
          <Fact label="Dentist" value={only.name} />
        </dl>
      )}
      {dentists.length > 1 && (
        <Choice
          label="Dentist"
          options={[anybody, ...dentists.map(({ _id, name }) => [_id, name] as const)]}
          {...field('doctor')}
        />
      )}
      <Weekdays legend="Weekdays" {...field('weekdays')} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Choice label="From" options={fromTimes} {...field('from')} />
        <Choice label="Until" options={untilTimes} {...field('until')} />
      </div>
      <Field
        label="Latest date"
        type="date"
        min={today}
        max={max ?? lastBookableDay(today)}
        required
        {...field('lastDay')}
      />
    </>
  )
}
