export function ScheduleSettings() {
  return null;
}
