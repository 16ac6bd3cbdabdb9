/** Above a summary that comes from the device. */
export function CopyNote({ planPaused }: { planPaused: boolean }) {
  return (
    <div className="wrap no-print mt-5">
      <p className="notice mx-auto max-w-5xl" role="status">
        {planPaused
          ? 'You are offline, and this device has to hear about your plan again. Until it is connected it shows the free part.'
          : 'You are offline: this is the copy on this device. What you mark is sent when you are connected again.'}
      </p>
    </div>
  )
}
