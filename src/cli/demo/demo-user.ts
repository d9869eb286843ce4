export interface DemoUser {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  /** In the national format, as phones store it. */
  readonly phone: string;
}
