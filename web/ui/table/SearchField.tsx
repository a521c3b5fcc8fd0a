import Search from 'lucide-react/icons/search'
import { useEffect, useId, useRef, useState } from 'react'

const debounceMs = 250

interface SearchFieldProps {
  label: string
  /** The current search, from the page's address. */
  value: string
  onSearch: (text: string) => void
}

/** A search field that searches after a short pause in typing, and at once on Enter. */
export function SearchField({ label, value, onSearch }: SearchFieldProps) {
  const id = useId()
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [text, setText] = useState(value)
  const [sent, setSent] = useState(value)
  const [seen, setSeen] = useState(value)

  // Back or a link may change the address. The field then follows it, but not while the user types.
  if (value !== seen) {
    setSeen(value)
    if (value !== sent) {
      setSent(value)
      setText(value)
    }
  }

  useEffect(() => () => clearTimeout(pause.current), [])

  function send(search: string) {
    clearTimeout(pause.current)
    setSent(search.trim())
    onSearch(search.trim())
  }

  return (
    <search>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          send(text)
        }}
      >
        <label htmlFor={id} className="mb-1 block font-medium">
          {label}
        </label>
        <div className="relative">
          <Search
            size={20}
            aria-hidden="true"
            className="pointer-events-none absolute top-1/2 left-4 z-10 -translate-y-1/2 text-quiet"
          />
          <input
            id={id}
            type="search"
            autoComplete="off"
            maxLength={100}
            className="input field pl-11"
            value={text}
            onChange={({ target }) => {
              setText(target.value)
              clearTimeout(pause.current)
              pause.current = setTimeout(send, debounceMs, target.value)
            }}
          />
        </div>
      </form>
    </search>
  )
}
