import { useEffect, useRef, useState } from 'react'
import { Part } from './Part.tsx'
import { contrast, pairs } from './pairs.ts'

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
