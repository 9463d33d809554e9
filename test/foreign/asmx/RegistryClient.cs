using System;
using System.Linq;

/// <summary>Calls all operations of `Registry.cs` by the proxy of mono's `wsdl`: `Client.exe ADDRESS`.</summary>
public static class RegistryClient
{
    public static void Main(string[] args)
    {
        var service = new Registry { Url = args[0] };
        Show.Call(() => new object[] { service.Open("ada"), service.SessionValue });
        Show.Call(() => new object[] { service.Open(null), service.SessionValue });
        foreach (var id in new[] { 1, 2, 3 }) Show.Call(() => service.Find(id));
        Sort(service);
        Echo(service);
        Totals(service);
        Describe(service);
        foreach (var kind in new[] { "int", "text", "date", "person", "null" }) Show.Call(() => service.Thing(kind));
        Show.Call(() => { service.Log("line"); return null; });
        Show.Call(() => { service.Fail("no"); return null; });
    }

    private static void Sort(Registry service)
    {
        var cy = new Person { Name = "Cy", Kind = Kind.External, Titles = new[] { "a", null, "" } };
        var ann = new Employee { Name = "Ann", Father = cy, Mother = cy, Boss = new Person { Name = "Dee" } };
        Show.Call(() => service.Sort(new[] { cy, ann }));
        Show.Call(() => service.Sort(new Person[0]));
        Show.Call(() => service.Sort(null));
        Show.Call(() => service.SamePerson(cy, cy));
        Show.Call(() => service.SamePerson(cy, new Person { Name = "Cy" }));
    }

    private static void Echo(Registry service)
    {
        Show.Call(() => service.Echo(new Values
        {
            Flag = true, Byte = 255, Short = short.MinValue, Long = long.MinValue, Float = 0.5f, Double = double.NaN,
            Decimal = 79228162514264337593543950335m, Time = new DateTime(2002, 2, 28, 23, 59, 59, DateTimeKind.Utc).AddTicks(1234567),
            Text = " \ud83d\ude00 <a>&amp; ", Bytes = new byte[] { 0, 251, 255 }, Kinds = new[] { Kind.inhouse, Kind.External },
            Matrix = new[] { new[] { 1, 2 }, new int[0], new[] { 3 } },
        }));
        Show.Call(() => service.Echo(new Values { Long = long.MaxValue, Text = "", Bytes = new byte[0], Kinds = new Kind[0] }));
    }

    private static void Totals(Registry service)
    {
        foreach (var weights in new[] { new[] { 1.5, -2 }, null })
        {
            Show.Call(() =>
            {
                string[] texts;
                var reversed = weights;
                var sum = service.Totals(new[] { 1, 2, 3 }, ref reversed, out texts);
                return new object[] { sum, reversed, texts };
            });
        }
    }

    private static void Describe(Registry service)
    {
        var things = new object[] { 7, "text", true, new[] { 1, 2 }, new Person { Name = "Ann" }, null };
        foreach (var thing in things) Show.Call(() => service.Describe(thing));
    }
}
