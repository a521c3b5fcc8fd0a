import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, useMatch } from 'react-router'

const link =
  'flex min-h-12 items-center gap-3 rounded-field px-4 font-medium hover:bg-base-300 ' +
  'aria-[current=page]:bg-base-300 aria-[current=page]:font-bold ' +
  'aria-[current=page]:shadow-[inset_3px_0_0_var(--color-secondary)] ' +
  'forced-colors:aria-[current=page]:underline forced-colors:aria-[current=page]:underline-offset-4'

interface MenuItemProps {
  to: string
  icon: LucideIcon | undefined
  label: string
  /** Marks it as current although another page is shown. */
  isParent?: boolean
  /** How much is open there. */
  count?: ReactNode
}

/** An entry of the dashboard's menu. */
export function MenuItem({ to, icon: Icon, label, isParent = false, count }: MenuItemProps) {
  const isCurrent = useMatch(to) !== null || isParent
  return (
    <li>
      <Link to={to} aria-current={isCurrent ? 'page' : undefined} className={link}>
        {Icon && <Icon size={20} aria-hidden="true" />}
        {label}
        {count}
      </Link>
    </li>
  )
}
