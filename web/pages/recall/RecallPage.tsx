export default function RecallPage() { return null }
