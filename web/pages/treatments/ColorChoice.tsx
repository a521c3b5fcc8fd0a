import type { ComponentProps } from 'react'
import { type TreatmentColor, treatmentColors } from '#contract/calendar/treatment-color.ts'
import '#web/ui/calendar/treatment-color.css'

const names: Record<TreatmentColor, string> = {
  teal: 'Teal',
  blue: 'Blue',
  violet: 'Violet',
  rose: 'Rose',
  amber: 'Amber',
  green: 'Green',
  slate: 'Slate',
  orange: 'Orange',
}

/** Chooses the color of a treatment, or none. */
export function ColorChoice(radio: ComponentProps<'input'>) {
  return (
    <fieldset>
      <legend className="font-medium">Color</legend>
      <p className="text-quiet text-sm">A stripe on its appointments, for staff.</p>
      <div className="mt-1 grid grid-cols-2 gap-x-5 sm:grid-cols-3">
        {(['', ...treatmentColors] as const).map((color) => (
          <label key={color} className="flex min-h-11 items-center gap-2">
            <input type="radio" className="radio" value={color} {...radio} />
            {color !== '' && <Swatch color={color} />}
            {color === '' ? 'None' : names[color]}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** A color, beside its name or that of its treatment. */
export function Swatch({ color }: { color: TreatmentColor }) {
  return (
    <span
      aria-hidden="true"
      data-treatment-color={color}
      className="treatment-swatch inline-block size-4 shrink-0 rounded-sm"
    />
  )
}
