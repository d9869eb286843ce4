import { QUICKTELLER_CATEGORIES, type QuicktellerBiller, type QuicktellerItem } from './quickteller-catalogue.js';

const CURRENCY = { CurrencyCode: '566', CurrencySymbol: 'NGN' };
const SUCCESSFUL = { ResponseCode: '90000', ResponseCodeGrouping: 'SUCCESSFUL' };

export function billerList(billers: readonly QuicktellerBiller[], categoryId: string | null): object {
  const Category = QUICKTELLER_CATEGORIES.filter(([id]) => categoryId === null || String(id) === categoryId).map(
    ([Id, Name]) => ({
      Id,
      Name,
      Description: Name,
      Billers: billers.filter((biller) => biller.categoryId === Id).map((biller) => listedBiller(biller, Name)),
    }),
  );
  return { BillerList: { Count: billers.length, Category }, ...SUCCESSFUL };
}

export function categoryList(): object {
  const BillerCategories = QUICKTELLER_CATEGORIES.map(([Id, Name]) => ({ Id, Name, Description: Name, Billers: [] }));
  return { BillerCategories, ...SUCCESSFUL };
}

function listedBiller(biller: QuicktellerBiller, categoryName: string) {
  return {
    Type: 'Biller',
    Id: biller.id,
    Name: biller.name,
    ShortName: biller.shortName,
    Narration: biller.name,
    CategoryId: biller.categoryId,
    CategoryName: categoryName,
    PayDirectProductId: 1_000 + biller.id,
    PayDirectInstitutionId: 2_000 + biller.id,
    CustomerField1: biller.label,
    CustomerField2: '',
    Surcharge: biller.surcharge,
    ...CURRENCY,
    NetworkId: '',
    ProductCode: '',
    AmountType: 0,
    LogoUrl: `${biller.shortName.toLowerCase()}.png`,
    SupportEmail: 'support@example.com',
    PageFlowInfo: { Elements: [], FinishButtonName: 'Pay', StartPage: 'Customer', UsesPaymentItems: true, PerformInquiry: true },
  };
}

export function optionList(biller: QuicktellerBiller): object {
  return { PaymentItems: biller.items.map((item) => listedItem(biller, item)), ...SUCCESSFUL };
}

function listedItem(biller: QuicktellerBiller, { paymentCode, code, name, amountKobo }: QuicktellerItem) {
  return {
    Id: code,
    Name: name,
    BillerName: biller.name,
    ConsumerIdField: biller.label,
    Code: code,
    BillerType: 'Biller',
    ItemFee: '0',
    Amount: String(amountKobo ?? 0),
    BillerId: biller.id,
    BillerCategoryId: biller.categoryId,
    ...CURRENCY,
    ItemCurrencyCode: '566',
    ItemCurrencySymbol: 'NGN',
    // Both forms occur.
    IsAmountFixed: amountKobo === undefined ? false : 'True',
    SortOrder: Number(code),
    PictureId: 1,
    PictureGuid: '',
    PaymentCode: paymentCode,
    AmountType: amountKobo === undefined ? 0 : 5,
    PaydirectItemCode: code,
  };
}
