import type { LucideIcon } from 'lucide-react'
import Armchair from 'lucide-react/icons/armchair'
import Banknote from 'lucide-react/icons/banknote'
import BellRing from 'lucide-react/icons/bell-ring'
import Building from 'lucide-react/icons/building'
import Calendar1 from 'lucide-react/icons/calendar-1'
import CalendarDays from 'lucide-react/icons/calendar-days'
import ChartColumn from 'lucide-react/icons/chart-column'
import ContactRound from 'lucide-react/icons/contact-round'
import CreditCard from 'lucide-react/icons/credit-card'
import History from 'lucide-react/icons/history'
import Hourglass from 'lucide-react/icons/hourglass'
import IdCard from 'lucide-react/icons/id-card'
import List from 'lucide-react/icons/list'
import ListChecks from 'lucide-react/icons/list-checks'
import Mail from 'lucide-react/icons/mail'
import Plug from 'lucide-react/icons/plug'
import ScrollText from 'lucide-react/icons/scroll-text'
import Star from 'lucide-react/icons/star'
import Stethoscope from 'lucide-react/icons/stethoscope'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import UserPlus from 'lucide-react/icons/user-plus'
import UserRound from 'lucide-react/icons/user-round'
import Users from 'lucide-react/icons/users'
import Watch from 'lucide-react/icons/watch'
import { type MenuPath, pages } from '#contract/site/pages.ts'

const icons: Record<MenuPath, LucideIcon> = {
  [pages.day]: Calendar1,
  [pages.patients]: ContactRound,
  [pages.waitingList]: Hourglass,
  [pages.recalls]: BellRing,
  [pages.attention]: TriangleAlert,
  [pages.till]: Banknote,
  [pages.reports]: ChartColumn,
  [pages.payments]: CreditCard,
  [pages.treatments]: List,
  [pages.manageDoctors]: Stethoscope,
  [pages.addDoctor]: UserPlus,
  [pages.openingHours]: Watch,
  [pages.chairs]: Armchair,
  [pages.messages]: Mail,
  [pages.clinic]: Building,
  [pages.outsideServices]: Plug,
  [pages.staff]: IdCard,
  [pages.users]: Users,
  [pages.activity]: ScrollText,
  [pages.setUpSteps]: ListChecks,
  [pages.dashboard]: CalendarDays,
  [pages.reviews]: Star,
  [pages.history]: History,
  [pages.account]: UserRound,
}

/** The icon of each page in the staff's menu. */
export const iconAt: ReadonlyMap<string, LucideIcon> = new Map(Object.entries(icons))
