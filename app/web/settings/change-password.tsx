import type { Refused } from '../../middleware/form-action.server.ts'
import { newPasswordFields, AccountForm } from '../accounts/account-form.tsx'
import { PASSWORD_UNREACHABLE } from '../accounts/unreachable-messages.ts'

export function ChangePassword({ refused }: { refused: Refused | undefined }) {
  return (
    <AccountForm
      intent="change-password"
      submit="Change password"
      unreachable={PASSWORD_UNREACHABLE}
      refused={refused}
      fields={[
        {
          name: 'oldPassword',
          label: 'Old password',
          type: 'password',
          autoComplete: 'current-password',
        },
        ...newPasswordFields('Confirm new password'),
      ]}
    />
  )
}
