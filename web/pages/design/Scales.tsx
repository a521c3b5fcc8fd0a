import { useEffect, useRef, useState } from 'react'
import { contrast } from '#contract/kit/contrast.ts'
import { Part, State } from './Part.tsx'
import { pairs } from './pairs.ts'

/** Each pair of text and background color, with its contrast as this browser draws it. */
export function Colors() {
  return (
    <Part title="Colour">
      <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {pairs.map((pair) => (
          <Pair key={pair.use} {...pair} />
        ))}
      </ul>
    </Part>
  )
}

function Pair({ use, text, background, minimum }: (typeof pairs)[number]) {
  const swatch = useRef<HTMLLIElement>(null)
  const [ratio, setRatio] = useState(0)

  useEffect(() => {
    const scheme = matchMedia('(prefers-color-scheme: dark)')
    const read = () => {
      if (!swatch.current) return
      const { color, backgroundColor } = getComputedStyle(swatch.current)
      setRatio(contrast(channels(color), channels(backgroundColor)))
    }
    read()
    scheme.addEventListener('change', read)
    return () => scheme.removeEventListener('change', read)
  }, [])

  return (
    <li
      ref={swatch}
      className="rounded-box border border-edge p-5"
      style={{ color: `var(${text})`, backgroundColor: `var(${background})` }}
    >
      <p className="font-bold">{use}</p>
      <p className="text-sm tabular-nums">
        {ratio.toFixed(1)} of {minimum}
      </p>
    </li>
  )
}

function channels(color: string): number[] {
  return (color.match(/[\d.]+/g) ?? []).slice(0, 3).map(Number)
}

const sizes = [
  ['text-sm', '14', 'Hints, errors, table heads'],
  ['text-base', '16', 'Body'],
  ['text-lg', '18', 'Leads, card titles'],
  ['text-xl', '22', 'Headings of cards'],
  ['text-2xl', '28', 'Headings of pages'],
  ['text-3xl', '36', 'Headings of sections'],
  ['text-4xl', '48', 'Hero, tablet'],
  ['text-5xl', '60', 'Hero'],
] as const

const weights = [
  ['font-normal', '400'],
  ['font-medium', '500'],
  ['font-bold', '650'],
] as const

const spaces = [4, 8, 12, 16, 20, 24, 32, 40, 48, 56, 64, 80, 96, 112]

/** Font sizes and weights, spacing, corners and the elevation. */
export function Scales() {
  return (
    <>
      <Part title="Type">
        <ul className="grid gap-4">
          {sizes.map(([size, pixels, use]) => (
            <li key={size}>
              <p className={`${size} wrap-anywhere`}>{use}</p>
              <p className="text-quiet text-sm">
                {pixels} px, {size}
              </p>
            </li>
          ))}
        </ul>
        <State name="Weights">
          <p className="flex flex-wrap gap-6 text-lg">
            {weights.map(([weight, value]) => (
              <span key={weight} className={weight}>
                {value}
              </span>
            ))}
            <a href="#main" className="text-link">
              A way to another page
            </a>
          </p>
        </State>
      </Part>
      <Part title="Space">
        <ul className="grid gap-2">
          {spaces.map((space) => (
            <li key={space} className="flex items-center gap-4">
              <span className="w-16 text-quiet text-sm tabular-nums">{space} px</span>
              <span className="h-4 bg-secondary" style={{ width: space }} />
            </li>
          ))}
        </ul>
      </Part>
      <Part title="Corners and elevation">
        <div className="grid gap-6 sm:grid-cols-3">
          <p className="rounded-field border border-edge p-6">Buttons and fields, 10 px</p>
          <p className="rounded-box border border-base-300 bg-card p-6">Cards, 12 px</p>
          <p className="rounded-box border border-base-300 bg-card p-6 shadow-float">What floats</p>
        </div>
      </Part>
    </>
  )
}
