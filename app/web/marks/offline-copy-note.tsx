export function OfflineCopyNote({ planPaused }: { planPaused: boolean }) {
  return (
    <div className="wrap no-print mt-5">
      <p className="callout mx-auto max-w-5xl" role="status">
        {planPaused
          ? 'You’re offline, and this device needs to check your plan. Until you’re back online, it shows only the free part.'
          : 'You’re offline. This is the copy saved on this device. Your changes will be sent when you’re back online.'}
      </p>
    </div>
  )
}
