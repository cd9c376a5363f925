/** Name of a device as staff know it: `Ama Boateng's phone`. */
export function deviceName(staffName: string, userAgent: string): string {
  const kind = /iPad|Tablet|Android(?!.*Mobile)/i.test(userAgent)
    ? 'tablet'
    : /Mobi|iPhone|Android/i.test(userAgent)
      ? 'phone'
      : 'computer'
  return `${staffName}'s ${kind}`
}
