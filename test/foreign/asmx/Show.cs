using System;
using System.Collections;
using System.Globalization;
using System.Linq;
using System.Reflection;
using System.Text;
using System.Web.Services.Protocols;
using System.Xml;

/// <summary>Prints the result or the fault of a call as a line of JSON; a result is a text with all of its values.</summary>
public static class Show
{
    public static void Call(Func<object> call)
    {
        try
        {
            Console.WriteLine("{\"result\":" + Quoted(Value(call())) + "}");
        }
        catch (SoapException error)
        {
            Console.WriteLine("{\"fault\":{\"reason\":" + Quoted(error.Message) + ",\"detail\":" + Quoted(About(error)) + "}}");
        }
    }

    /// <summary>The class of an error, its code, its actor and its detail.</summary>
    private static string About(SoapException error)
    {
        var detail = error.Detail == null ? "" : string.Join("", error.Detail.ChildNodes.Cast<XmlNode>().Select(Node));
        var parts = new[] { error.GetType().Name, error.Code.Name, error.Actor, detail };
        return string.Join(" ", parts.Where(part => !string.IsNullOrEmpty(part)));
    }

    private static string Node(XmlNode node)
    {
        var text = node.ChildNodes.OfType<XmlElement>().Any() ? "" : " " + node.InnerText;
        return "{" + node.NamespaceURI + "}" + node.LocalName + text;
    }

    private static string Value(object value)
    {
        if (value == null) return "null";
        if (value is string) return Quoted((string)value);
        if (value is Guid || value is Enum) return value.ToString();
        if (value is bool) return (bool)value ? "true" : "false";
        if (value is DateTime) return ((DateTime)value).ToString("yyyy-MM-ddTHH:mm:ss.FFFFFFFK", CultureInfo.InvariantCulture);
        if (value is byte[]) return "0x" + BitConverter.ToString((byte[])value).Replace("-", "");
        if (value is IEnumerable) return "[" + string.Join(", ", ((IEnumerable)value).Cast<object>().Select(Value)) + "]";
        if (value is IFormattable) return ((IFormattable)value).ToString(null, CultureInfo.InvariantCulture);
        return Properties(value);
    }

    /// <summary>The properties that have a value, without those of the base class of header blocks.</summary>
    private static string Properties(object value)
    {
        var texts = value.GetType().GetProperties()
            .Where(one => one.DeclaringType != typeof(SoapHeader) && one.GetValue(value, null) != null)
            .Select(one => one.Name + "=" + Value(one.GetValue(value, null)))
            .OrderBy(text => text, StringComparer.Ordinal);
        return value.GetType().Name + "{" + string.Join(" ", texts) + "}";
    }

    private static string Quoted(string text)
    {
        var quoted = new StringBuilder("\"");
        foreach (var character in text)
        {
            if (character == '"' || character == '\\') quoted.Append('\\').Append(character);
            else if (character >= ' ' && character < '\x7f') quoted.Append(character);
            else quoted.AppendFormat("\\u{0:x4}", (int)character);
        }
        return quoted.Append('"').ToString();
    }
}
