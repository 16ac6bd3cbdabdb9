import type { Refused } from '../../middleware/form-action.server.ts'
import { AccountForm } from '../accounts/account-form.tsx'

export function ChangePassword({ refused }: { refused: Refused | undefined }) {
  return (
    <AccountForm
      id="change-password"
      intent="change-password"
      submit="Change password"
      refused={refused}
      fields={[
        {
          name: 'oldPassword',
          label: 'Old password',
          type: 'password',
          autoComplete: 'current-password',
        },
        {
          name: 'newPassword',
          label: 'New password',
          type: 'password',
          autoComplete: 'new-password',
          isNewPassword: true,
        },
        {
          name: 'confirmNewPassword',
          label: 'Confirm new password',
          type: 'password',
          autoComplete: 'new-password',
        },
      ]}
    />
  )
}
