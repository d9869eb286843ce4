import { byTester, fault, NOT_PROCESSED, nothing, recipe, type Section, unsupported } from '../support/section.js';

const POOR = 'Insufficient funds';

interface Item {
  readonly isAmountFixed: boolean;
  readonly paymentCode: string;
  readonly itemId: string;
  readonly billerId: string;
  readonly categoryId: string;
  readonly billerName: string;
  readonly itemName: string;
  readonly amount: number;
}

/** A4.3: Services and billers. */
export const services: Section = {
  calls: {
    service_category_fetch: ({ ada }) => ({ as: ada }),
    service_biller_fetch: ({ ada, goods }) => ({ as: ada, query: { rqtp: 'owner', rqvl: goods.electricity.category } }),
    service_biller_item_fetch: ({ ada, goods }) => ({ as: ada, query: { rqtp: 'owner', rqvl: goods.electricity.billerId } }),
    service_customer_verify: ({ ada, goods: { electricity } }) => ({
      as: ada,
      body: { pcode: electricity.paymentCode, ctmid: electricity['customerId'] },
    }),
    service_airtime_purchase: ({ ada, goods }) => ({
      as: ada,
      body: { ...goods.airtime, rechargeType: 'vtu', itemId: goods.airtimeItemId },
    }),
    service_bill_payment: ({ ada, goods }) => ({
      as: ada,
      body: { ...goods.electricity, customerAddress: '1 Marina, Lagos', customerMobile: '08031234567', customerName: 'Ada Obi' },
    }),
    service_transaction_fetch: ({ ada }) => ({
      as: ada,
      query: { rqtp: 'user', rqvl: ada.userid, page: String(Date.now() + 1000), pnum: 5 },
    }),
  },
  lists: {
    service_biller_fetch: async (fixture) => {
      const biller = await fixture.first('service_biller_fetch', { as: fixture.ada, query: { rqtp: 'all' } });
      return { transaction: biller['productCode']!, owner: biller['categoryId']!, mk: biller['marker']!, all: '' };
    },
    service_biller_item_fetch: async (fixture) => {
      const item = await fixture.first('service_biller_item_fetch', { as: fixture.ada, query: { rqtp: 'all' } });
      return { code: item['itemCode']!, owner: item['billerId']!, mk: item['marker']!, all: '' };
    },
    service_transaction_fetch: async (fixture) => {
      const { ada } = fixture;
      const purchase = await fixture.first('service_transaction_fetch', { as: ada, query: { rqtp: 'user', rqvl: ada.userid } });
      return { user: ada.userid, user_full: ada.userid, mk: purchase['marker']! };
    },
  },
  recipes: {
    service_category_fetch: {
      'failed to fetch category list': fault('service_category_fetch', 'Failed to fetch category list'),
    },
    service_biller_fetch: { 'unsupported type': unsupported('service_biller_fetch'), 'no data': nothing('service_biller_fetch') },
    service_biller_item_fetch: {
      'unsupported type': unsupported('service_biller_item_fetch'),
      'no data': nothing('service_biller_item_fetch'),
    },
    service_customer_verify: {
      'unable to verify customer ID': recipe('Unable to verify customer ID', (fixture) =>
        fixture.call('service_customer_verify', {
          as: fixture.ada,
          body: { pcode: fixture.goods.electricity.paymentCode, ctmid: fixture.goods.unknownMeter },
        }),
      ),
    },
    service_airtime_purchase: {
      'test account': byTester('service_airtime_purchase'),
      'insufficient funds': recipe(POOR, (fixture) =>
        fixture.call('service_airtime_purchase', { as: fixture.newcomer, body: fixture.goods.airtime }),
      ),
      'could not process': fault('service_airtime_purchase'),
    },
    service_bill_payment: {
      'test account': byTester('service_bill_payment'),
      'insufficient funds': recipe(POOR, (fixture) =>
        fixture.call('service_bill_payment', { as: fixture.newcomer, body: fixture.goods.electricity }),
      ),
      'amount differs from the expected amount': recipe(undefined, async (fixture) => {
        const items = (await fixture.must('service_biller_item_fetch', { as: fixture.ada, query: { rqtp: 'all' } })).body
          .DATA as Item[];
        const fixed = items.find(({ isAmountFixed, paymentCode }) => isAmountFixed && paymentCode.startsWith('dstv'))!;
        const { paymentCode, itemId, billerId, categoryId, billerName, itemName, amount } = fixed;
        const names = { paymentCode, itemId, billerId, category: categoryId, billerName, billerItem: itemName };
        return fixture.call('service_bill_payment', {
          as: fixture.ada,
          body: { ...names, customerId: '7031234567', amount: amount + 1 },
        });
      }),
      'could not process': fault('service_bill_payment'),
    },
    service_transaction_fetch: {
      'unsupported query type': unsupported('service_transaction_fetch'),
      'could not process': recipe(NOT_PROCESSED, (fixture) =>
        fixture.call('service_transaction_fetch', { as: fixture.ada, query: { rqtp: 'mk', rqvl: fixture.unknownMarker } }),
      ),
    },
  },
};
