import { Strategy } from 'remix-auth/strategy'
import { type SignInFields, signInForm } from '../../accounts/schema/sign-in.ts'
import { beginSignIn, type FirstStep } from '../../accounts/service/begin-sign-in.server.ts'
import { readJson } from '../body.server.ts'
import { type DeviceRequest, deviceTokenOf } from '../remember-device.server.ts'

export class PasswordStrategy extends Strategy<FirstStep, SignInFields> {
  override readonly name = 'password'

  constructor({ clientAddress, headers }: DeviceRequest) {
    super((input) =>
      beginSignIn(input, clientAddress, {
        remember: input.remember === 'on',
        deviceToken: deviceTokenOf(headers),
      }),
    )
  }

  /**
   * @throws ZodError; DomainError invalid-input and too-large (the body), and those of beginSignIn()
   */
  async authenticate(request: Request): Promise<FirstStep> {
    return this.verify(signInForm.parse(await readJson(request)))
  }
}
