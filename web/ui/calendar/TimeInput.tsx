interface TimeInputProps {
  label: string
  /** After midnight. */
  minutes: number
  /** Whether midnight is the end of the day. */
  isEnd?: boolean
  onChange: (minutes: number) => void
}

/** A time of day. On a phone, where a press anywhere opens the picker, the icon gives its room to the text. */
export function TimeInput({ label, minutes, isEnd = false, onChange }: TimeInputProps) {
  return (
    <input
      type="time"
      aria-label={label}
      className="input field w-32 max-sm:w-26 max-sm:px-2 max-sm:[&::-webkit-calendar-picker-indicator]:hidden"
      value={toText(minutes % 1_440)}
      onChange={({ target }) => target.value && onChange(toMinutes(target.value) || (isEnd ? 1_440 : 0))}
    />
  )
}

function toText(minutes: number) {
  const twoDigits = (number: number) => String(number).padStart(2, '0')
  return `${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`
}

function toMinutes(text: string) {
  return Number(text.slice(0, 2)) * 60 + Number(text.slice(3, 5))
}
