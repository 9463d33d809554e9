/** The provisioning of the services in tests: two tenants, accounts with and without one, keys of every scope. */
export const provisioning = `
tenants:
  - { clientId: 1001, orgId: 9007199254740993, companyCode: Straße, domains: [demo.example] }
  - { clientId: 2147483647, orgId: -9223372036854775808, companyCode: OTHER, domains: [other.example], apiUrl: "https://other.example/api" }
accounts:
  - { userName: Anna, email: anna@demo.example, tenant: 1001, password: anna-password, folders: [/in, /in/new] }
  - { userName: bob, email: bob@other.example, tenant: 2147483647, folders: [/in] }
  - { userName: nobody, email: nobody@free.example, folders: [/in] }
administrators:
  - { tenant: 1001, userId: Admin, password: admin-password }
  - { tenant: 2147483647, userId: Admin, password: other-password }
apiKeys:
  - { name: all, key: key-for-all }
  - { name: of-1001, key: key-of-1001, tenant: 1001 }
  - { name: of-other, key: key-of-other, tenant: 2147483647 }
  - { name: revoked, key: key-revoked, revoked: true }
folderKeys:
  - { name: anna-in, key: folder-anna-in, folder: /anna/in }
  - { name: anna-new, key: folder-anna-new, folder: /anna/in/new }
  - { name: bob-in, key: folder-bob-in, folder: /bob/in }
  - { name: revoked, key: folder-revoked, folder: /anna/in, revoked: true }
promotions:
  - { name: open, code: PROMO-OPEN, places: 1000 }
  - { name: tenant, code: PROMO-1001, places: 10, tenant: 1001 }
  - { name: other, code: PROMO-OTHER, places: 10, tenant: 2147483647 }
  - { name: last, code: PROMO-LAST, places: 1 }
  - { name: early, code: PROMO-EARLY, places: 10, from: 2999-01-01T00:00:00Z }
  - { name: late, code: PROMO-LATE, places: 10, until: 2001-01-01T00:00:00Z }
`;
