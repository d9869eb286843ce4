import { IsOptional, IsString } from 'class-validator';
import type { BudgetSet } from '../../kernel/budget-definitions.js';
import { Described, RoomSettings } from '../../platform/config/room-settings.js';
import { boundlessBudgets, readBudgets } from './budgets.js';

export class AbuseEnvironment extends RoomSettings {
  @Described('Business', {
    meaning:
      'other caps and windows of [budgets](decisions/0041-budgets.md), by name; missing ones keep their defaults. In production 100 times of a default at most',
    unset: 'the caps of the decision',
    form: 'JSON on one line',
    example: '{"account_passwords":{"cap":10,"windowSeconds":3600}}',
  })
  @IsOptional()
  @IsString()
  BUDGETS?: string = undefined;

  /** @param rateLimitScale multiplies the rates among them that BUDGETS does not name */
  budgets(rateLimitScale: number): BudgetSet {
    return readBudgets(this.BUDGETS, rateLimitScale).budgets;
  }

  override faults(production: boolean): readonly string[] {
    const { budgets, faults } = readBudgets(this.BUDGETS);
    const boundless = production ? boundlessBudgets(budgets) : [];
    return [
      ...faults,
      ...boundless.map((name) => `BUDGETS.${name} must allow 100 times of its default at most in production: more limits nobody`),
    ];
  }
}
