import { type ReactNode, useEffect, useRef } from 'react'

interface PatientOptionProps {
  id: string
  isActive: boolean
  onChoose: () => void
  children: ReactNode
}

/** An option of a combobox that finds patients. */
export function PatientOption({ id, isActive, onChoose, children }: PatientOptionProps) {
  const option = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isActive) option.current?.scrollIntoView({ block: 'nearest' })
  }, [isActive])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox handles the keys, because it keeps the focus
    // biome-ignore lint/a11y/useFocusableInteractive: as above
    <div
      ref={option}
      id={id}
      role="option"
      aria-selected={isActive}
      className={`wrap-anywhere cursor-pointer rounded-field px-3 py-2 hover:bg-base-300 ${isActive ? '-outline-offset-2 bg-base-300 outline-2 outline-base-content' : ''}`}
      // The focus stays in the field.
      onPointerDown={(event) => event.preventDefault()}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
    >
      {children}
    </div>
  )
}
